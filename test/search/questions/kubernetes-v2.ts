import type { QuestionSet } from "./question-model.js";

const core = "/api/v1/namespaces/{namespace}";
const apps = "/apis/apps/v1/namespaces/{namespace}";
const batch = "/apis/batch/v1/namespaces/{namespace}";
const rbac = "/apis/rbac.authorization.k8s.io/v1";

export const kubernetes: QuestionSet = {
  tuning: [
    ["show the logs of a pod", `GET ${core}/pods/{name}/log`],
    ["list all pods", "GET /api/v1/pods", `GET ${core}/pods`],
    ["create a config map", `POST ${core}/configmaps`],
    ["delete a deployment", `DELETE ${apps}/deployments/{name}`],
    ["run a command in a pod", `POST ${core}/pods/{name}/exec`, `GET ${core}/pods/{name}/exec`],
    ["get the status of a node", "GET /api/v1/nodes/{name}/status", "GET /api/v1/nodes/{name}"],
    [
      "list ingresses",
      "GET /apis/networking.k8s.io/v1/ingresses",
      "GET /apis/networking.k8s.io/v1/namespaces/{namespace}/ingresses",
    ],
    ["update a secret", `PUT ${core}/secrets/{name}`, `PATCH ${core}/secrets/{name}`],
    ["start a job", `POST ${batch}/jobs`],
    [
      "what persistent volume claims are there",
      "GET /api/v1/persistentvolumeclaims",
      `GET ${core}/persistentvolumeclaims`,
    ],
    [
      "bind a role to a user",
      `POST ${rbac}/namespaces/{namespace}/rolebindings`,
      `POST ${rbac}/clusterrolebindings`,
    ],
    [
      "change the number of replicas of a stateful set",
      `PATCH ${apps}/statefulsets/{name}/scale`,
      `PUT ${apps}/statefulsets/{name}/scale`,
      `PATCH ${apps}/statefulsets/{name}`,
      `PUT ${apps}/statefulsets/{name}`,
    ],
    [
      "list events in a namespace",
      `GET ${core}/events`,
      "GET /apis/events.k8s.io/v1/namespaces/{namespace}/events",
    ],
    ["create a namespace", "POST /api/v1/namespaces"],
    ["remove a cron job", `DELETE ${batch}/cronjobs/{name}`],
  ],
  aside: [
    ["list services in a namespace", `GET ${core}/services`],
    ["patch a deployment", `PATCH ${apps}/deployments/{name}`],
    ["expose a new service", `POST ${core}/services`],
    [
      "forward a port to a pod",
      `POST ${core}/pods/{name}/portforward`,
      `GET ${core}/pods/{name}/portforward`,
    ],
    ["list all cluster roles", `GET ${rbac}/clusterroles`],
    ["delete a pod", `DELETE ${core}/pods/{name}`],
    ["create a service account", `POST ${core}/serviceaccounts`],
    ["get a token for a service account", `POST ${core}/serviceaccounts/{name}/token`],
    ["list the storage classes", "GET /apis/storage.k8s.io/v1/storageclasses"],
    [
      "show a network policy",
      "GET /apis/networking.k8s.io/v1/namespaces/{namespace}/networkpolicies/{name}",
    ],
    ["can I do this action", "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews"],
    [
      "create a custom resource definition",
      "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    ],
    ["list daemon sets in all namespaces", "GET /apis/apps/v1/daemonsets"],
    [
      "approve a certificate signing request",
      "PUT /apis/certificates.k8s.io/v1/certificatesigningrequests/{name}/approval",
      "PATCH /apis/certificates.k8s.io/v1/certificatesigningrequests/{name}/approval",
    ],
    ["delete a persistent volume", "DELETE /api/v1/persistentvolumes/{name}"],
  ],
};
