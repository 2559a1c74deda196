/** Chosen options as code. */
import type { ChoicesTree } from "../../tree/Tree.ts"
import type { Emitter, Site } from "./Emitter.ts"
import { sharedCode } from "./shared.ts"

export const choicesCode = (emitter: Emitter, site: Site, tree: ChoicesTree): string =>
  sharedCode(emitter, site, tree, "undefined", emitter.choices)
