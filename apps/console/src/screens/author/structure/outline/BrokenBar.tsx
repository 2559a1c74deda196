/** Says why the structure cannot be edited: the source is not JSON at the moment. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Notice } from "../../../../parts/Notice.tsx"
import type { Broken } from "../../document/parseText.ts"

interface BrokenBarProps {
  readonly broken: Broken
  readonly onShow: () => void
}

export const BrokenBar = ({ broken, onShow }: BrokenBarProps) => {
  const { source, structure } = useMessages()
  const { show, title, why } = structure.broken
  return (
    <Notice
      tone="warning"
      title={title({ line: broken.line })}
      actions={
        <Button size="small" onPress={onShow}>
          {show}
        </Button>
      }
    >
      <p>
        {source.broken(broken)} {why}
      </p>
    </Notice>
  )
}
