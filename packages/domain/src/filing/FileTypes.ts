/** Port: which media types the first bytes of a file may be of, the likeliest first; none where they do not tell. */
import { Context } from "effect"

export type FileTypes = (bytes: Uint8Array) => ReadonlyArray<string>

/**
 * Read with each upload. The HTTP API sets it (`@formwork/http/request/fileTypes`). A program that sends uploads by the services sets it
 * too: by default nobody looks at the bytes, and a file keeps the type that it is said to have.
 */
export const FileTypes = Context.Reference<FileTypes | undefined>("@formwork/domain/filing/FileTypes", {
  defaultValue: () => undefined
})
