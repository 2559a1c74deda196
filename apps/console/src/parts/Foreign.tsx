/** A text that a stranger may have written: isolated from its surroundings, with its control characters shown. */
import { useMessages } from "../messages/useMessages.ts"
import { mixesDirections, piecesOf } from "./foreignText.ts"
import styles from "./Foreign.module.css"

interface ForeignProps {
  readonly text: string
  /** Of a name, by which people tell things apart: letters of both directions are marked. */
  readonly isName?: boolean
  /** Its language, where it is known and not that of the page. */
  readonly lang?: string
}

export const Foreign = ({ isName = false, lang, text }: ForeignProps) => {
  const { common } = useMessages()
  return (
    <bdi className={styles.foreign} lang={lang}>
      {piecesOf(text).map((piece, index) =>
        piece.code === undefined ? (
          piece.text
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never move
          <span key={index} className={styles.control} title={common.control({ code: piece.code })}>
            {piece.text}
          </span>
        )
      )}
      {isName && mixesDirections(text) && (
        <span className={styles.control} title={common.mixedDirections} role="img" aria-label={common.mixedDirections}>
          ⇄
        </span>
      )}
    </bdi>
  )
}
