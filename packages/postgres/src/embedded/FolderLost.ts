/** The data folder was deleted, moved or replaced while it was in use: nothing that is stored now would be found again. */
import { Context, Effect, Schema } from "effect"

export class FolderLost extends Schema.TaggedError<FolderLost>()("FolderLost", { folder: Schema.String }) {
  override get message(): string {
    return (
      `The data folder ${this.folder} was deleted, moved or replaced while this process used it, so this process stores nothing ` +
      "more and ends; put the folder back, and start again."
    )
  }
}

/** Fails once the database of this process has lost its data folder. A database server has none to lose. */
export const DataLost = Context.Reference<Effect.Effect<never, FolderLost>>("@formwork/postgres/embedded/DataLost", {
  defaultValue: () => Effect.never
})
