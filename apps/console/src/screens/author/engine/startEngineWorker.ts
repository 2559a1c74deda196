/** Starts the worker under the page's policy of trusted types, which knows one address. */
// oxlint-disable-next-line import/default -- Vite makes this module: it exports the address of the worker's file
import address from "./engine.worker.ts?worker&url"
import type { EngineWorker } from "./EngineClient.ts"
import type { FromWorker } from "./Protocol.ts"

/** What this file uses of Trusted Types, which not every browser has. */
interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (address: string) => string }
  ) => { readonly createScriptURL: (address: string) => string }
}

declare global {
  var trustedTypes: TrustedTypes | undefined
}

const only = (asked: string): string => {
  if (asked !== address) throw new TypeError("The only script that may be started is the engine's.")
  return asked
}

const trusted = (): { readonly createScriptURL: (address: string) => string } =>
  globalThis.trustedTypes?.createPolicy("formwork-worker", { createScriptURL: only }) ?? { createScriptURL: only }

let policy: ReturnType<typeof trusted> | undefined

/** A new worker. The policy is made once: a page allows one of its name. */
export const startEngineWorker = (): EngineWorker => {
  policy ??= trusted()
  const worker = new Worker(policy.createScriptURL(address), { type: "module" })
  return {
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    listen: ({ died, said }) => {
      worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => said(data))
      worker.addEventListener("messageerror", died)
      worker.addEventListener("error", (event) => {
        event.preventDefault()
        died()
      })
    }
  }
}
