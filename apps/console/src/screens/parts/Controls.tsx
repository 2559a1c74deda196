/** Parts that a person presses, fills in or chooses by. */
import { useState } from "react"
import { Button } from "../../parts/Button.tsx"
import { ButtonLink } from "../../parts/ButtonLink.tsx"
import { Checkbox } from "../../parts/Checkbox.tsx"
import { CopyButton } from "../../parts/CopyButton.tsx"
import { DownloadLink } from "../../parts/DownloadLink.tsx"
import { Menu } from "../../parts/Menu.tsx"
import { PickList } from "../../parts/PickList.tsx"
import { RadioGroup } from "../../parts/RadioGroup.tsx"
import { Select } from "../../parts/Select.tsx"
import { TextField } from "../../parts/TextField.tsx"
import { Toggles } from "../../parts/Toggles.tsx"
import { long, options, strange, strangeOptions } from "./sample.ts"
import type { OptionId } from "./sample.ts"
import { Shown } from "./Shown.tsx"
import styles from "./Parts.module.css"

const nothing = () => undefined

const Buttons = () => (
  <>
    {(["primary", "quiet", "plain", "danger"] as const).map((look) => (
      <Shown key={look} part="Button" state={look}>
        <div className={styles.row}>
          <Button look={look}>{look}</Button>
          <Button look={look} size="small">{`${look}, small`}</Button>
          <Button look={look} isDisabled>{`${look}, disabled`}</Button>
          <Button look={look} isPending>{`${look}, pending`}</Button>
          <Button look={look} label={`${look}, a sign`}>
            ☰
          </Button>
        </div>
      </Shown>
    ))}
    <Shown part="ButtonLink">
      <div className={styles.row}>
        <ButtonLink to="/forms">{options[0].label}</ButtonLink>
        <ButtonLink to="/forms" look="primary">
          {options[1].label}
        </ButtonLink>
      </div>
    </Shown>
    <Shown part="DownloadLink">
      <DownloadLink href="data:text/plain,one">{options[0].label}</DownloadLink>
    </Shown>
    <Shown part="CopyButton">
      <CopyButton text={() => long} />
    </Shown>
    <Shown part="Menu">
      <Menu
        label={options[0].label}
        actions={options.map(({ id, label }) => ({
          id,
          label,
          onAction: nothing,
          isDanger: id === "two",
          isDisabled: id === "three"
        }))}
      >
        {options[0].label}
      </Menu>
    </Shown>
  </>
)

const Fields = () => (
  <>
    <Shown part="TextField" state="empty">
      <TextField label={options[0].label} description={long} placeholder={options[0].label} />
    </Shown>
    <Shown part="TextField" state="with a problem">
      <TextField label={long} defaultValue={strange} problem={strange} isRequired />
    </Shown>
    <Shown part="TextField" state="disabled">
      <TextField label={options[0].label} defaultValue={long} isDisabled isOptional />
    </Shown>
    <Shown part="TextField" state="of several lines">
      <TextField label={options[0].label} defaultValue={long} rows={3} />
    </Shown>
    {[false, true].map((isSelected) => (
      <Shown key={String(isSelected)} part="Checkbox" state={isSelected ? "ticked" : "not ticked"}>
        <Checkbox isSelected={isSelected} onChange={nothing} description={long}>
          {options[0].label}
        </Checkbox>
        <Checkbox isSelected={isSelected} onChange={nothing} isDisabled>
          {options[2].label}
        </Checkbox>
        <Checkbox isSelected={isSelected} onChange={nothing} isLabelHidden>
          {options[1].label}
        </Checkbox>
      </Shown>
    ))}
  </>
)

const Choices = () => {
  const [one, setOne] = useState<OptionId>("one")
  const [some, setSome] = useState<ReadonlySet<string>>(new Set(["two"]))
  const picks = options.map(({ id, label }) => ({ id, text: label, description: long }))
  const words = { label: "Pick", description: long, any: "Any", find: "Find", noneFound: "None found" }
  return (
    <>
      <Shown part="Select">
        <Select label="Select" description={long} options={strangeOptions} value={one} onChange={setOne} />
      </Shown>
      <Shown part="Select" state="disabled">
        <Select label="Select" options={options} value={one} onChange={setOne} isDisabled />
      </Shown>
      <Shown part="Select" state="without its label">
        <Select label="Select, its label hidden" isLabelHidden options={options} value={one} onChange={setOne} />
      </Shown>
      <Shown part="RadioGroup">
        <RadioGroup
          label="Radio group"
          description={long}
          options={options.map((option) => ({ ...option, isDisabled: option.id === "three" }))}
          value={one}
          onChange={setOne}
        />
      </Shown>
      <Shown part="RadioGroup" state="with sentences">
        <RadioGroup
          label="Radio group, described"
          options={options.map((option) => ({ ...option, description: long, isDisabled: option.id === "three" }))}
          value={one}
          onChange={setOne}
        />
      </Shown>
      <Shown part="Toggles">
        <Toggles label="Toggles" options={options.slice(0, 2)} value={one} onChange={setOne} />
      </Shown>
      <Shown part="PickList">
        <PickList {...words} choices={picks} chosen={some} onChange={setSome} />
      </Shown>
      <Shown part="PickList" state="with a problem">
        <PickList {...words} label="Pick, wrong" choices={picks} chosen={new Set()} onChange={setSome} problem={long} />
      </Shown>
    </>
  )
}

export const Controls = () => (
  <>
    <Buttons />
    <Fields />
    <Choices />
  </>
)
