/** Where a secret may be sent from now on. */
import type { Secret } from "@formwork/client/contract"
import { useMutation } from "@tanstack/react-query"
import { useId, useState } from "react"
import { Form } from "react-aria-components/Form"
import { api } from "../../../api/api.ts"
import { problemAt } from "../../../api/refusal.ts"
import { forgetSecrets } from "../../../api/secrets.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Dialog } from "../../../parts/Dialog.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { hostsIn } from "./hostsIn.ts"
import styles from "./secrets.module.css"

export const ChangeHosts = ({ onClose, secret }: { readonly secret: Secret; readonly onClose: () => void }) => {
  const { common, settings } = useMessages()
  const words = settings.secrets
  const [hosts, setHosts] = useState(secret.hosts.join("\n"))
  const form = useId()
  const change = useMutation({
    mutationFn: async () => {
      await api.secrets.change({ secretName: secret.name, body: { hosts: hostsIn(hosts) } })
      await forgetSecrets()
    },
    onSuccess: onClose
  })
  const actions = (
    <>
      <Button onPress={onClose}>{common.cancel}</Button>
      <Button look="primary" type="submit" form={form} isPending={change.isPending}>
        {words.changeHosts}
      </Button>
    </>
  )
  return (
    <Dialog title={words.changeHostsTitle(secret)} isOpen onClose={onClose} actions={actions}>
      <Form
        id={form}
        className={styles.form ?? ""}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          if (!change.isPending) change.mutate()
        }}
      >
        <Refused error={change.error} />
        <p>{words.changeHostsWhy}</p>
        <TextField
          label={words.hosts}
          description={words.hostsWhy}
          rows={4}
          autoFocus
          autoComplete="off"
          value={hosts}
          onChange={setHosts}
          problem={problemAt(change.error, "/hosts")}
        />
      </Form>
    </Dialog>
  )
}
