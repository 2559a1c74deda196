/** What a document says of a body beside its schema. */
import type * as TextBody from "../request/TextBody.ts"

type Operation = Record<string, unknown>

/** The body may be left out. */
export const withOptionalBody = (operation: Operation): Operation => ({
  ...operation,
  requestBody: { ...Object(operation["requestBody"]), required: false }
})

/** A text may stand in the place of the JSON. */
export const withTexts =
  (texts: TextBody.Texts) =>
  (operation: Operation): Operation => {
    const { content, ...body } = Object(operation["requestBody"])
    const others = Object.fromEntries(Object.keys(texts).map((type) => [type, { schema: { type: "string" } }]))
    return { ...operation, requestBody: { ...body, content: { ...content, ...others } } }
  }

/** The body is a file. */
export const withFile = (operation: Operation): Operation => ({
  ...operation,
  requestBody: { required: true, content: { "*/*": { schema: { type: "string", format: "binary" } } } }
})
