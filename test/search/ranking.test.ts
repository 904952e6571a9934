/** Searches for questions that people might ask about real APIs. */
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { OperationFinder } from "../../runtime/server/search/operation-finder.js";
import { root } from "../support/cli.js";
import { surfaceOf } from "./served-surface.js";

const corpus = path.join(root, "../shared/corpus");

/** Questions and the operationId of the answer, by document. */
const questions: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    "github-rest",
    [
      ["create an issue", "issues/create"],
      ["close an issue", "issues/update"],
      ["list pull requests", "pulls/list"],
      ["merge a pull request", "pulls/merge"],
      ["star a repository", "activity/star-repo-for-authenticated-user"],
      ["delete a branch protection", "repos/delete-branch-protection"],
      ["list repository contributors", "repos/list-contributors"],
      ["get the readme of a repo", "repos/get-readme"],
      ["fork a repository", "repos/create-fork"],
      ["who am I", "users/get-authenticated"],
      ["add a comment to an issue", "issues/create-comment"],
      ["rerun failed jobs of a workflow", "actions/re-run-workflow-failed-jobs"],
      ["download workflow logs", "actions/download-workflow-run-logs"],
      ["search code", "search/code"],
      ["list commits", "repos/list-commits"],
      ["create a release", "repos/create-release"],
      ["remove a collaborator from repository", "repos/remove-collaborator"],
      ["list my repositories", "repos/list-for-authenticated-user"],
      ["create gist", "gists/create"],
      ["rate limit", "rate-limit/get"],
      ["invite user to organization", "orgs/create-invitation"],
      ["request reviewers for a pull request", "pulls/request-reviewers"],
      ["list labels for a repository", "issues/list-labels-for-repo"],
      ["trigger workflow dispatch", "actions/create-workflow-dispatch"],
      ["create a repository secret", "actions/create-or-update-repo-secret"],
    ],
  ],
  [
    "stripe",
    [
      ["create a customer", "PostCustomers"],
      ["refund a charge", "PostChargesChargeRefund"],
      ["list invoices", "GetInvoices"],
      ["cancel a subscription", "DeleteSubscriptionsSubscriptionExposedId"],
      ["get account balance", "GetBalance"],
      ["create payment intent", "PostPaymentIntents"],
      ["delete a coupon", "DeleteCouponsCoupon"],
      ["search customers", "GetCustomersSearch"],
      ["create a checkout session", "PostCheckoutSessions"],
      ["list webhook endpoints", "GetWebhookEndpoints"],
      ["finalize invoice", "PostInvoicesInvoiceFinalize"],
      ["capture a payment", "PostPaymentIntentsIntentCapture"],
    ],
  ],
  [
    "kubernetes-v2",
    [
      ["list pods in a namespace", "listCoreV1NamespacedPod"],
      ["create a deployment", "createAppsV1NamespacedDeployment"],
      ["delete a namespace", "deleteCoreV1Namespace"],
      ["read pod logs", "readCoreV1NamespacedPodLog"],
      ["scale a deployment", "patchAppsV1NamespacedDeploymentScale"],
      ["list nodes", "listCoreV1Node"],
      ["create a secret", "createCoreV1NamespacedSecret"],
      ["evict a pod", "createCoreV1NamespacedPodEviction"],
      ["list config maps in all namespaces", "listCoreV1ConfigMapForAllNamespaces"],
      ["get kubernetes version", "getCodeVersion"],
    ],
  ],
  [
    "digitalocean",
    [
      ["create a droplet", "droplets_create"],
      ["list ssh keys", "sshKeys_list"],
      ["delete a domain", "domains_delete"],
      ["get my account", "account_get"],
      ["list kubernetes clusters", "kubernetes_list_clusters"],
      ["resize a droplet", "dropletActions_post"],
      ["add a dns record", "domains_create_record"],
      ["get my balance", "balance_get"],
    ],
  ],
  [
    "jira",
    [
      ["create issue", "createIssue"],
      ["search for issues using jql", "searchForIssuesUsingJql"],
      ["assign an issue", "assignIssue"],
      ["add a comment", "addComment"],
      ["transition an issue", "doTransition"],
      ["search projects", "searchProjects"],
      ["add attachment to issue", "addAttachment"],
      ["get current user", "getCurrentUser"],
    ],
  ],
  [
    "twilio-api",
    [
      ["send an sms", "CreateMessage"],
      ["make a phone call", "CreateCall"],
      ["list messages", "ListMessage"],
      ["delete a recording", "DeleteRecording"],
      ["buy a phone number", "CreateIncomingPhoneNumber"],
    ],
  ],
  [
    "openai",
    [
      ["create chat completion", "createChatCompletion"],
      ["generate an image", "createImage"],
      ["transcribe audio", "createTranscription"],
      ["list models", "listModels"],
      ["upload a file", "createFile"],
      ["create embeddings", "createEmbedding"],
      ["cancel a batch", "cancelBatch"],
    ],
  ],
];

/** The operation must be among this many results. */
const top = 5;

/** Questions that the document has hardly a word of. An entry that is found fails. */
const missed: ReadonlySet<string> = new Set(["who am I", "resize a droplet"]);

for (const [name, asked] of questions) {
  const folder = path.join(corpus, name);
  test(`${name}: questions find their operations`, { skip: !existsSync(folder) }, async () => {
    const file = readdirSync(folder).find((each) => /\.(json|ya?ml)$/.test(each)) ?? "";
    const { operations } = await surfaceOf({ path: path.join(folder, file) }, { mode: "search" });
    const facts = operations.map((operation) => operation.facts);
    const finder = new OperationFinder(facts);
    for (const [question, id] of asked) {
      const found = finder.find(question, top).map((operation) => operation.id);
      assert.equal(found.includes(id), !missed.has(question), `${question}: ${found.join(", ")}`);
    }
    // An operation's name and its request rank first.
    for (const index of [0, facts.length - 1]) {
      const { expose, request } = facts[index]!;
      for (const own of [expose.name, `${request.method} ${request.path}`]) {
        assert.equal(finder.find(own, 1)[0], facts[index], own);
      }
    }
  });
}
