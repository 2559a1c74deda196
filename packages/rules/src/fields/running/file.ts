/** Running `file`: the id of an upload. */
import type { UploadField } from "../../Definition.ts"
import { isFileId } from "../../values/files.ts"
import { unplaced } from "../../words/UnplacedProblem.ts"
import { none } from "./decoding.ts"
import type { RunningKind } from "./RunningKind.ts"

export const file: RunningKind<UploadField, "text"> = {
  unique: "rows",
  decoder:
    ({ label }) =>
    (value) =>
      typeof value === "string" && isFileId(value) ? { value } : unplaced("type/file", { label }),
  constraint: () => () => none,
  encode: (_, value) => value,
  identity: (_, value) => value
}
