/** Files that are uploaded for a form, and where those of a submission are. */
import { uploadTo } from "@formwork/form/uploading"
import { ofThisPage } from "./api.ts"

/** The app API, as the element names it: `{base}/submissions/{id}/files/{id}`. */
export const appApi = "/api/platform"

/** Uploads a file for a field of a form. */
export const uploadFor = (formId: string) => uploadTo(`${appApi}/forms/${encodeURIComponent(formId)}/files`, ofThisPage)
