import { graphLater } from "./graph-later.js";
import type { QuestionSet } from "./question-model.js";

export const graph: QuestionSet = {
  tuning: [
    ["list all users", "GET /users"],
    ["add a member to a group", "POST /groups/{group-id}/members/$ref"],
    [
      "list my emails in the inbox",
      "GET /me/mailFolders/{mailFolder-id}/messages",
      "GET /me/messages",
    ],
    [
      "send an email",
      "POST /me/microsoft.graph.sendMail",
      "POST /users/{user-id}/microsoft.graph.sendMail",
    ],
    [
      "create a calendar event",
      "POST /me/events",
      "POST /me/calendar/events",
      "POST /users/{user-id}/events",
      "POST /users/{user-id}/calendar/events",
    ],
    ["who is my manager", "GET /me/manager"],
    ["list the channels of a team", "GET /teams/{team-id}/channels"],
    ["post a message in a channel", "POST /teams/{team-id}/channels/{channel-id}/messages"],
    [
      "list the groups I am a member of",
      "GET /me/memberOf/microsoft.graph.group",
      "GET /me/memberOf",
      "GET /me/transitiveMemberOf/microsoft.graph.group",
      "GET /me/transitiveMemberOf",
    ],
    [
      "wipe a managed device",
      "POST /deviceManagement/managedDevices/{managedDevice-id}/microsoft.graph.wipe",
    ],
    ["show the sign-in logs", "GET /auditLogs/signIns"],
    ["assign a license to a user", "POST /users/{user-id}/microsoft.graph.assignLicense"],
    ["list conditional access policies", "GET /identity/conditionalAccess/policies"],
    ["delete a user", "DELETE /users/{user-id}"],
    [
      "find a time for a meeting",
      "POST /me/microsoft.graph.findMeetingTimes",
      "POST /users/{user-id}/microsoft.graph.findMeetingTimes",
    ],
  ],
  aside: [
    ["list all groups", "GET /groups"],
    ["remove a member from a group", "DELETE /groups/{group-id}/members/{directoryObject-id}/$ref"],
    [
      "reply to a message",
      "POST /me/messages/{message-id}/microsoft.graph.reply",
      "POST /users/{user-id}/messages/{message-id}/microsoft.graph.reply",
      "POST /me/mailFolders/{mailFolder-id}/messages/{message-id}/microsoft.graph.reply",
      "POST /users/{user-id}/mailFolders/{mailFolder-id}/messages/{message-id}/microsoft.graph.reply",
    ],
    ["list my calendars", "GET /me/calendars"],
    ["get my profile photo", "GET /me/photo", "GET /me/photo/$value"],
    ["create a team", "POST /teams"],
    ["list the owners of a group", "GET /groups/{group-id}/owners"],
    ["create an app registration", "POST /applications"],
    ["list the items of a SharePoint list", "GET /sites/{site-id}/lists/{list-id}/items"],
    [
      "add a task to a to do list",
      "POST /me/todo/lists/{todoTaskList-id}/tasks",
      "POST /users/{user-id}/todo/lists/{todoTaskList-id}/tasks",
    ],
    ["list risky users", "GET /identityProtection/riskyUsers"],
    ["list security incidents", "GET /security/incidents"],
    ["invite a guest user", "POST /invitations"],
    [
      "set my presence",
      "POST /me/presence/microsoft.graph.setPresence",
      "POST /me/presence/microsoft.graph.setUserPreferredPresence",
    ],
    [
      "list the files in the root of a drive",

      "GET /drives/{drive-id}/items",
      "GET /drives/{drive-id}/items/{driveItem-id}/children",
      "GET /drives/{drive-id}/root",
    ],
  ],
  later: graphLater,
};
