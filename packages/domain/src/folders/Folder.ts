/** A folder: a place for forms and for other folders, in one tree an organisation. */
import { Schema } from "effect"
import { Id } from "../callers/Ids.ts"

export const FolderId = Id.pipe(Schema.brand("FolderId"))
export type FolderId = typeof FolderId.Type

/** 1 to 100 characters, none of them a control character, without white space around them, which would be invisible. */
export const FolderName = Schema.String.check(
  Schema.isPattern(/^(?!\s)[^\p{Cc}\p{Cs}]{1,100}(?<!\s)$/u, {
    expected: "1 to 100 characters, none of them a control character, without white space around them"
  })
)

/** A folder's name and place. */
export const Placed = Schema.Struct({
  id: FolderId,
  /** Unique among the folders with the same parent; case is ignored (`foldCase`). */
  name: FolderName,
  /** Null: at the top. */
  parentId: Schema.NullOr(FolderId)
})
export type Placed = typeof Placed.Type

export const Folder = Schema.Struct({
  ...Placed.fields,
  createdAt: Schema.DateTimeUtcFromString,
  /** Folders directly in it. */
  folderCount: Schema.Int,
  /** Forms directly in it, archived ones too. */
  formCount: Schema.Int
})
export type Folder = typeof Folder.Type
