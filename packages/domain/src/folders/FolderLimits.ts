/** How large an organisation's tree of folders may grow; configurable (docs/decisions/0087). */
import { Context } from "effect"

export const FolderLimits = Context.Reference<{
  /** Folders of an organisation. */
  readonly folders: number
  /** Folders within one another. */
  readonly depth: number
}>("@formwork/domain/folders/FolderLimits", { defaultValue: () => ({ folders: 1_000, depth: 10 }) })

export type FolderLimits = typeof FolderLimits.Service
