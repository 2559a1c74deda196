/** Each refusal over folders and forms and what it looks like, for problemTable.test.ts. */
import * as Domain from "@formwork/domain/callers/Refusal"
import type { Expected } from "./problemRows.ts"

const notFound = { status: 404, code: "NOT_FOUND", title: "Not found" }
const conflict = { status: 409, code: "CONFLICT", title: "Conflict" }

export const formRows: ReadonlyArray<Expected> = [
  {
    refusal: new Domain.DraftStale({ revision: 4 }),
    ...conflict,
    title: "The draft has changed",
    error: "The draft was changed meanwhile: it is at revision 4. Read it and decide again.",
    members: { revision: 4 }
  },
  {
    refusal: new Domain.FormArchived(),
    ...conflict,
    title: "The form is archived",
    error: "The form is archived: it takes no submissions and no new version until somebody brings it back."
  },
  { refusal: new Domain.FolderNotFound(), ...notFound, error: "There is no folder with this id." },
  {
    refusal: new Domain.FolderNameTaken({ name: 'A"B' }),
    ...conflict,
    error: 'There is a folder called "A\\"B" in the same place.'
  },
  {
    refusal: new Domain.FolderCycle(),
    ...conflict,
    error: "A folder cannot be moved into itself, or into a folder that is in it."
  },
  {
    refusal: new Domain.FolderTooDeep({ limit: 10 }),
    ...conflict,
    error: "At most 10 folders may be within one another."
  },
  {
    refusal: new Domain.FolderLimitReached({ limit: 1000 }),
    ...conflict,
    error: "The organisation has 1000 folders, as many as it may have. Remove one first."
  },
  {
    refusal: new Domain.FolderNotEmpty({ folders: 1, forms: 2 }),
    ...conflict,
    title: "The folder is not empty",
    error: "Only an empty folder can be removed: this one has 1 folder and 2 forms in it, archived forms too.",
    members: { folders: 1, forms: 2 }
  },
  {
    refusal: Domain.FolderUnknown.at("parentId"),
    status: 422,
    code: "INVALID_REQUEST",
    title: "The request names no folder",
    error: "The folder to put this into does not exist: see problems.",
    members: {
      problems: [
        {
          field: "parentId",
          message: '"parentId" names no folder of the organisation.',
          code: "choice",
          pointer: "/parentId"
        }
      ]
    }
  }
]
