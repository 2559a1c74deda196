/** A type in words: `array of Form or null`. */
import type { Messages } from "../../../messages/Messages.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import type { Type } from "../document/shapeOf.ts"

type Words = Messages["reference"]["type"]

const inWords = (type: Type, words: Words): string => {
  switch (type.kind) {
    case "plain":
      return type.name
    case "values":
      return type.values.length === 1 ? (type.values[0] ?? "") : words.either({ types: type.values })
    case "array":
      return words.arrayOf({ type: inWords(type.of, words) })
    case "either":
      return words.either({ types: type.types.map((one) => inWords(one, words)) })
    case "any":
      return words.any
  }
}

export const TypeWords = ({ type }: { readonly type: Type }) => {
  const { reference } = useMessages()
  return <Foreign text={inWords(type, reference.type)} />
}
