/** Has the browser keep the client for times without a connection, where it can. */

const WORKER = "/sw.js";

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown };
}

/** Browsers with trusted types take the address of a script only from a policy. */
function trusted(url: string): string {
  const types = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  if (!types) return url;
  const policy = types.createPolicy("freehold-worker", { createScriptURL: () => WORKER });
  return policy.createScriptURL(url) as string;
}

/** Without a secure context (plain HTTP on a local network) there is no worker, and none is missed. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register(trusted(WORKER)).catch(() => null);
  });
}
