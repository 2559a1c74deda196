/** A question over the page. Escape and its close button leave it, unless something would be lost. */
import type { ReactNode } from "react"
import { Dialog as AriaDialog } from "react-aria-components/Dialog"
import { Heading } from "react-aria-components/Heading"
import { Modal, ModalOverlay } from "react-aria-components/Modal"
import { useMainKey } from "../keys/useMainKey.ts"
import { Foreign } from "./Foreign.tsx"
import styles from "./Dialog.module.css"

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose?: () => void
  readonly role?: "dialog" | "alertdialog"
  readonly size?: "usual" | "wide"
  readonly children: ReactNode
  /** Buttons, the main one last. */
  readonly actions?: ReactNode
}

const Content = ({ actions, children, role, title }: Pick<DialogProps, "actions" | "children" | "role" | "title">) => (
  <AriaDialog ref={useMainKey()} className={styles.dialog ?? ""} role={role}>
    <Heading slot="title" className={styles.title} level={2}>
      <Foreign text={title} />
    </Heading>
    <div className={styles.content}>{children}</div>
    {actions !== undefined && <div className={styles.actions}>{actions}</div>}
  </AriaDialog>
)

export const Dialog = ({ isOpen, onClose, role = "dialog", size = "usual", ...content }: DialogProps) => (
  <ModalOverlay
    className={styles.overlay ?? ""}
    isOpen={isOpen}
    isDismissable={false}
    isKeyboardDismissDisabled={onClose === undefined}
    onOpenChange={(open) => {
      if (!open) onClose?.()
    }}
  >
    <Modal className={`${styles.modal ?? ""} ${size === "wide" ? (styles.wide ?? "") : ""}`}>
      <Content {...content} role={role} />
    </Modal>
  </ModalOverlay>
)
