/** A sentence of the rules, which is English: what it quotes in backticks is code. */
import { Foreign } from "./Foreign.tsx"

export const Sentence = ({ text }: { readonly text: string }) => (
  <>
    {text.split("`").map((piece, index, { length }) => {
      // The last backtick of an odd number quotes nothing.
      const isQuoted = index % 2 === 1 && index < length - 1
      const shown = <Foreign text={index % 2 === 1 && !isQuoted ? `\`${piece}` : piece} />
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of one sentence never move
      return isQuoted ? (
        <code key={index}>{shown}</code>
      ) : (
        <span key={index} lang="en">
          {shown}
        </span>
      )
    })}
  </>
)
