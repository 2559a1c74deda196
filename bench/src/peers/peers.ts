/** The peers, each imported only when it is selected. */
import type { Peer } from "./Peer.ts"

export const peers: ReadonlyArray<{ readonly name: string; readonly load: () => Promise<Peer> }> = [
  { name: "@marcbachmann/cel-js", load: async () => (await import("./celJs.ts")).celJs },
  { name: "@bufbuild/cel", load: async () => (await import("./bufbuildCel.ts")).bufbuildCel },
  { name: "json-logic-engine", load: async () => (await import("./jsonLogic.ts")).jsonLogic },
  { name: "jsonata", load: async () => (await import("./jsonata.ts")).jsonataPeer },
  { name: "@gorules/zen-engine", load: async () => (await import("./zenEngine.ts")).zenEngine },
  { name: "survey-core", load: async () => (await import("./survey.ts")).surveyJs },
  { name: "@formio/core", load: async () => (await import("./formio.ts")).formio }
]
