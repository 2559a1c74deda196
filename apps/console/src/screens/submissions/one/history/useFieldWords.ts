/** Fields and their values in words, by the version that a submission was stored with. */
import type { Submission } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { versionQuery } from "../../../../api/forms.ts"
import { jsonObject } from "../../../../api/jsonObject.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { FieldWords } from "./fieldWords.ts"

/** By the names of the fields until the version is read, and where it cannot be. */
export const useFieldWords = ({ formId, formVersionId }: Submission): FieldWords => {
  const { common, submission } = useMessages()
  const definition = useQuery(versionQuery(formId, formVersionId)).data?.definition
  return useMemo(
    () => new FieldWords(jsonObject(definition ?? {}), { ...submission.changed, language: common.language }),
    [definition, submission, common]
  )
}
