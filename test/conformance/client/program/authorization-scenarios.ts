import type { Scenario } from "./scenario.js";

export const authorizationScenarios: Readonly<Record<string, Scenario>> = {};
