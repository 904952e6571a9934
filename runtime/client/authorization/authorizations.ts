/** What is loaded when a program makes the first way to get tokens. */
export { newBearerToken } from "./bearer-token.js";
export { newOAuthClient } from "./oauth-client.js";
export {
  newClientCredentials,
  newEnterpriseManaged,
  newWorkloadIdentity,
} from "./silent-clients.js";
