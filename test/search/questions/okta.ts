import type { QuestionSet } from "./question-model.js";

export const okta: QuestionSet = {
  tuning: [
    ["list all users", "GET /api/v1/users"],
    ["add a user to a group", "PUT /api/v1/groups/{groupId}/users/{userId}"],
    [
      "reset the password of a user",
      "POST /api/v1/users/{id}/lifecycle/reset_password",
      "POST /api/v1/users/{userId}/credentials/forgot_password",
    ],
    ["unlock an account", "POST /api/v1/users/{id}/lifecycle/unlock"],
    ["which MFA factors has a user enrolled", "GET /api/v1/users/{userId}/factors"],
    ["search the system log", "GET /api/v1/logs"],
    ["assign an application to a group", "PUT /api/v1/apps/{appId}/groups/{groupId}"],
    ["suspend a user", "POST /api/v1/users/{id}/lifecycle/suspend"],
    ["create an application", "POST /api/v1/apps"],
    ["list the apps of a group", "GET /api/v1/groups/{groupId}/apps"],
    ["sign a user out everywhere", "DELETE /api/v1/users/{userId}/sessions"],
    [
      "revoke an API token",
      "DELETE /api/v1/api-tokens/{apiTokenId}",
      "DELETE /api/v1/api-tokens/current",
    ],
    [
      "create a policy rule",
      "POST /api/v1/policies/{policyId}/rules",
      "POST /api/v1/authorizationServers/{authServerId}/policies/{policyId}/rules",
    ],
    ["list network zones", "GET /api/v1/zones"],
    ["make someone an administrator", "POST /api/v1/users/{userId}/roles"],
  ],
  aside: [
    ["create a group", "POST /api/v1/groups"],
    ["list the members of a group", "GET /api/v1/groups/{groupId}/users"],
    ["remove a user from a group", "DELETE /api/v1/groups/{groupId}/users/{userId}"],
    ["deactivate a user", "POST /api/v1/users/{id}/lifecycle/deactivate"],
    ["change my password", "POST /api/v1/users/{userId}/credentials/change_password"],
    ["show the groups of a user", "GET /api/v1/users/{id}/groups"],
    ["delete an application", "DELETE /api/v1/apps/{appId}"],
    ["enroll a factor for a user", "POST /api/v1/users/{userId}/factors"],
    ["list identity providers", "GET /api/v1/idps"],
    ["create an authorization server", "POST /api/v1/authorizationServers"],
    [
      "rotate the keys of an authorization server",
      "POST /api/v1/authorizationServers/{authServerId}/credentials/lifecycle/keyRotate",
    ],
    ["add a trusted origin", "POST /api/v1/trustedOrigins"],
    ["list the devices of a user", "GET /api/v1/users/{userId}/devices"],
    ["customize the sign-in page", "PUT /api/v1/brands/{brandId}/pages/sign-in/customized"],
    ["update the profile of a user", "POST /api/v1/users/{id}", "PUT /api/v1/users/{id}"],
  ],
};
