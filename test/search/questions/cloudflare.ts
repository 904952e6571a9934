import type { QuestionSet } from "./question-model.js";

export const cloudflare: QuestionSet = {
  tuning: [
    ["purge the cache of a zone", "POST /zones/{zone_id}/purge_cache"],
    ["list the DNS records of a zone", "GET /zones/{zone_id}/dns_records"],
    ["add a DNS record", "POST /zones/{zone_id}/dns_records"],
    ["list my zones", "GET /zones"],
    ["deploy a worker script", "PUT /accounts/{account_id}/workers/scripts/{script_name}"],
    ["create an R2 bucket", "POST /accounts/{account_id}/r2/buckets"],
    [
      "write a value to KV",
      "PUT /accounts/{account_id}/storage/kv/namespaces/{namespace_id}/values/{key_name}",
    ],
    ["run a query on a D1 database", "POST /accounts/{account_id}/d1/database/{database_id}/query"],
    [
      "block an IP address",
      "POST /zones/{zone_id}/firewall/access_rules/rules",
      "POST /accounts/{account_identifier}/firewall/access_rules/rules",
      "POST /user/firewall/access_rules/rules",
    ],
    ["turn on DNSSEC", "PATCH /zones/{zone_id}/dnssec"],
    ["upload an image", "POST /accounts/{account_id}/images/v1"],
    [
      "delete a tunnel",
      "DELETE /accounts/{account_id}/cfd_tunnel/{tunnel_id}",
      "DELETE /accounts/{account_id}/tunnels/{tunnel_id}",
    ],
    ["invite a member to the account", "POST /accounts/{account_id}/members"],
    [
      "retry a failed Pages deployment",
      "POST /accounts/{account_id}/pages/projects/{project_name}/deployments/{deployment_id}/retry",
    ],
    ["create a waiting room", "POST /zones/{zone_id}/waiting_rooms"],
  ],
  aside: [
    ["delete a DNS record", "DELETE /zones/{zone_id}/dns_records/{dns_record_id}"],
    [
      "list load balancer pools",
      "GET /accounts/{account_id}/load_balancers/pools",
      "GET /user/load_balancers/pools",
    ],
    ["create a load balancer", "POST /zones/{zone_id}/load_balancers"],
    ["list my queues", "GET /accounts/{account_id}/queues"],
    ["export the DNS records of a zone", "GET /zones/{zone_id}/dns_records/export"],
    ["show the audit logs of an account", "GET /accounts/{account_id}/audit_logs"],
    ["create an API token", "POST /user/tokens"],
    [
      "list the keys of a KV namespace",
      "GET /accounts/{account_id}/storage/kv/namespaces/{namespace_id}/keys",
    ],
    [
      "roll back a Pages deployment",
      "POST /accounts/{account_id}/pages/projects/{project_name}/deployments/{deployment_id}/rollback",
    ],
    [
      "change the SSL setting of a zone",
      "PATCH /zones/{zone_id}/settings/{setting_id}",
      "PATCH /zones/{zone_id}/settings",
      "PATCH /zones/{zone_id}/ssl/universal/settings",
    ],
    ["list videos", "GET /accounts/{account_id}/stream"],
    ["order a certificate pack", "POST /zones/{zone_id}/ssl/certificate_packs/order"],
    ["add a page rule", "POST /zones/{zone_id}/pagerules"],
    [
      "update the cron triggers of a worker",
      "PUT /accounts/{account_id}/workers/scripts/{script_name}/schedules",
    ],
    ["create a Turnstile widget", "POST /accounts/{account_id}/challenges/widgets"],
  ],
};
