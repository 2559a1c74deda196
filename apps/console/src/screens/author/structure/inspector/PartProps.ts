/** What everything in the inspector is given. */
import type { Node } from "../../document/parseText.ts"
import type { StructureTools } from "../StructureTools.ts"
import type { Part } from "./partAt.ts"

export interface PartProps {
  readonly part: Part
  readonly good: { readonly text: string; readonly tree: Node }
  readonly tools: StructureTools
  /** While the source is not JSON nothing can be edited here. */
  readonly isDisabled: boolean
}
