/** A text for a program: it scrolls, and is copied or kept as a file by a button. */
import { useMessages } from "../messages/useMessages.ts"
import { Button } from "./Button.tsx"
import { CopyButton } from "./CopyButton.tsx"
import { Foreign } from "./Foreign.tsx"
import { saveAs } from "./saveAs.ts"
import styles from "./CodeBlock.module.css"

interface CodeBlockProps {
  readonly label: string
  readonly text: string
  /** What is copied, where that is more than is shown: a command with a secret in it. */
  readonly copied?: () => string
  /** The name of the file that it can be kept as. */
  readonly fileName?: string
}

export const CodeBlock = ({ copied, fileName, label, text }: CodeBlockProps) => {
  const { common } = useMessages()
  return (
    <div className={styles.block}>
      <div className={styles.head}>
        <span className={styles.label}>{label}</span>
        {fileName !== undefined && (
          <Button size="small" look="plain" onPress={() => saveAs(fileName, text)}>
            {common.download}
          </Button>
        )}
        <CopyButton size="small" look="plain" text={copied ?? (() => text)} />
      </div>
      {/* A region that scrolls has to be reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.code} tabIndex={0} role="region" aria-label={label}>
        <code>
          <Foreign text={text} />
        </code>
      </pre>
    </div>
  )
}
