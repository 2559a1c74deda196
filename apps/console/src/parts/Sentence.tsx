/** A sentence in which what backticks quote is code. Those of the rules are English. */
import { Foreign } from "./Foreign.tsx"

interface SentenceProps {
  readonly text: string
  /** Whether it is one of the catalogue, in the language of the page. */
  readonly isOurs?: boolean
}

export const Sentence = ({ isOurs = false, text }: SentenceProps) => (
  <>
    {text.split("`").map((piece, index, { length }) => {
      // The last backtick of an odd number quotes nothing.
      const isQuoted = index % 2 === 1 && index < length - 1
      const shown = <Foreign text={index % 2 === 1 && !isQuoted ? `\`${piece}` : piece} />
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of one sentence never move
      return isQuoted ? (
        <code key={index}>{shown}</code>
      ) : (
        <span key={index} lang={isOurs ? undefined : "en"}>
          {shown}
        </span>
      )
    })}
  </>
)
