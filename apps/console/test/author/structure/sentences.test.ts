/** An author's own sentences in the inspector: a line for each problem that the field can have, and edits that leave no empty `messages`. */
import { expect, it } from "vitest"
import { de } from "../../../src/messages/de/de.ts"
import { en } from "../../../src/messages/en/en.ts"
import { sentenceNames } from "@formwork/rules/Sentence"
import { DraftStore } from "../../../src/screens/author/document/DraftStore.ts"
import { memberOf } from "../../../src/screens/author/document/nodes.ts"
import { sentenceEdit, sentencesOf } from "../../../src/screens/author/structure/inspector/SentencesControl.tsx"
import { treeOf } from "../document/support.ts"

it.each([
  ['{"slug":"a","type":"boolean"}', ["type"]],
  ['{"slug":"a","type":"boolean","required":false}', ["type"]],
  ['{"slug":"a","type":"boolean","required":true}', ["required", "type"]],
  ['{"slug":"a","type":"text","pattern":"x"}', ["type", "maxLength", "pattern"]],
  ['{"slug":"a","type":"integer","min":1,"formula":"1"}', ["min"]],
  ['{"slug":"a","type":"list","minItems":1}', ["required", "type", "minItems", "maxItems"]],
  ['{"slug":"a","type":"file"}', ["type", "maxBytes"]],
  ['{"slug":"a","type":"boolean","messages":{"max":"No"}}', ["type", "max"]]
])("%s can have the sentences %j", (field, names) => {
  expect(sentencesOf(field, treeOf(field))).toEqual(names)
})

it("writing sentences and taking them out leaves the definition as it was", () => {
  const field = '{ "slug": "a", "type": "text", "required": true }'
  const store = new DraftStore(field)
  const edit = (name: "maxLength" | "required", json: string | undefined): void => {
    const messages = memberOf(treeOf(store.getSnapshot().text), "messages")
    const made = sentenceEdit(messages, "/messages", name, json)
    if (made !== undefined) store.edit(made)
  }
  edit("maxLength", '"Shorter"')
  edit("required", '"Who?"')
  expect(JSON.parse(store.getSnapshot().text).messages).toEqual({ required: "Who?", maxLength: "Shorter" })
  edit("maxLength", undefined)
  edit("maxLength", undefined)
  expect(JSON.parse(store.getSnapshot().text).messages).toEqual({ required: "Who?" })
  edit("required", undefined)
  expect(store.getSnapshot().text).toBe(field)
})

it("every problem has its words in both languages", () => {
  expect(Object.keys(en.structure.sentences)).toEqual(sentenceNames)
  expect(Object.keys(de.structure.sentences)).toEqual(sentenceNames)
})
