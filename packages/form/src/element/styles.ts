/**
 * The element's looks, adopted by the document that it is in. Everything is in `@layer formwork`, so that each rule of the page wins, and the
 * custom properties below are what a page sets to fit it in.
 */
export const styles = `@layer formwork {
formwork-form {
  --_accent: var(--formwork-accent, light-dark(#2f55c8, #8fabff));
  --_on-accent: var(--formwork-on-accent, light-dark(#ffffff, #10182e));
  --_text: var(--formwork-text, light-dark(#1c2024, #eceef0));
  --_quiet: var(--formwork-quiet, light-dark(#5b6470, #a3abb5));
  --_surface: var(--formwork-surface, light-dark(#ffffff, #16191d));
  --_border: var(--formwork-border, light-dark(#868e99, #6b7480));
  --_line: var(--formwork-line, light-dark(#dfe3e8, #2c3239));
  --_error: var(--formwork-error, light-dark(#b3261e, #ff9d94));
  --_error-surface: var(--formwork-error-surface, light-dark(#fdf1f0, #2d1715));
  --_warning: var(--formwork-warning, light-dark(#7a4d00, #f2bd66));
  --_warning-surface: var(--formwork-warning-surface, light-dark(#fff6e3, #2a2010));
  --_info: var(--formwork-info, light-dark(#1f5fa8, #8cc2ff));
  --_info-surface: var(--formwork-info-surface, light-dark(#eef5fd, #12202f));
  --_radius: var(--formwork-radius, 6px);
  --_gap: var(--formwork-gap, 1.25rem);
  display: block;
  container-type: inline-size;
  color: var(--_text);
  font: var(--formwork-font, inherit);
  line-height: 1.45;

.fw-form { display: grid; gap: var(--_gap); max-inline-size: 46rem; }
.fw-fields { display: grid; gap: var(--_gap); min-inline-size: 0; }
.fw-sections, .fw-page { display: grid; gap: calc(var(--_gap) * 1.5); min-inline-size: 0; }
.fw-page { gap: 0.75rem; }
.fw-page:focus, .fw-section:focus { outline: none; }
.fw-section > legend { margin-block-end: 0.75rem; }
.fw-section > .fw-help { margin-block-end: 0.75rem; }
.fw-title { font-size: 1.25em; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere; }
.fw-step { color: var(--_quiet); font-size: 0.875em; }
.fw-progress {
  appearance: none;
  border: 0;
  inline-size: 100%;
  block-size: 0.25rem;
  border-radius: var(--_radius);
  overflow: hidden;
  background: var(--_line);
  margin-block-end: 0.5rem;
}
.fw-progress::-webkit-progress-bar { background: var(--_line); }
.fw-progress::-webkit-progress-value { background: var(--_accent); }
.fw-progress::-moz-progress-bar { background: var(--_accent); }
.fw-field { display: grid; gap: 0.375rem; justify-items: start; min-inline-size: 0; }
fieldset { border: 0; margin: 0; padding: 0; min-inline-size: 0; }
legend { padding: 0; }
p, ul, dl, dd, h2, h3 { margin: 0; }
.fw-label { font-weight: 600; font-size: 0.9375em; overflow-wrap: anywhere; }
.fw-mark { color: var(--_error); margin-inline-start: 0.2em; }
.fw-help { color: var(--_quiet); font-size: 0.875em; overflow-wrap: anywhere; }
.fw-help > p + p { margin-block-start: 0.25em; }
.fw-file { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.5rem 0.75rem; max-inline-size: 100%; min-inline-size: 0; }
.fw-file > p { flex-basis: 100%; }
.fw-unit { color: var(--_quiet); font-size: 0.9375em; }
input:not([type=checkbox], [type=radio]), select, textarea {
  box-sizing: border-box;
  inline-size: 100%;
  max-inline-size: 100%;
  min-block-size: 2.5rem;
  padding: 0.4375rem 0.625rem;
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  background: var(--_surface);
  color: inherit;
  font: inherit;
}
::placeholder { color: var(--_quiet); opacity: 1; }
select { inline-size: auto; min-inline-size: min(100%, 16rem); }
textarea { resize: vertical; }
input[data-size=short] { inline-size: min(100%, 13rem); }
input[type=datetime-local] { inline-size: min(100%, 16rem); }
.fw-number { display: flex; align-items: center; gap: 0.5rem; max-inline-size: 100%; }
input[type=checkbox], input[type=radio] {
  inline-size: 1.25rem;
  block-size: 1.25rem;
  margin: 0;
  flex: none;
  accent-color: var(--_accent);
}
.fw-options { display: grid; gap: 0.25rem; margin-block-start: 0.375rem; }
.fw-options[data-inline] { display: flex; gap: 1.5rem; }
.fw-options[data-many=true] { max-block-size: 16rem; overflow: auto; padding: 0.25rem; }
.fw-option { display: flex; align-items: center; gap: 0.625rem; min-block-size: 1.75rem; cursor: pointer; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
:is(input, select, textarea)[aria-invalid=true] { border-color: var(--_error); outline-color: var(--_error); }
.fw-problem { color: var(--_error); font-size: 0.875em; font-weight: 500; overflow-wrap: anywhere; }
.fw-field[data-invalid], .fw-list[data-invalid] {
  border-inline-start: 3px solid var(--_error);
  padding-inline-start: 0.75rem;
}
.fw-value { font-variant-numeric: tabular-nums; font-size: 1.0625em; overflow-wrap: anywhere; }
.fw-field[data-read-only] {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0.25rem 0.75rem;
  border-block-start: 1px solid var(--_line);
  padding-block-start: 0.625rem;
}
.fw-field[data-read-only] > .fw-value { margin-inline-start: auto; }
.fw-field[data-read-only] > :is(.fw-help, .fw-problem, .fw-reasons) { flex-basis: 100%; }
.fw-field[data-read-only] + .fw-field[data-read-only] { margin-block-start: calc(0.625rem - var(--_gap)); }
.fw-field[data-type=boolean] + .fw-field[data-type=boolean] { margin-block-start: -0.625rem; }
.fw-row .fw-field[data-type=boolean] { margin-block-start: 0; }
.fw-list > legend { margin-block-end: 0.375rem; }
.fw-list { display: grid; gap: 0.75rem; justify-items: start; }
.fw-row {
  box-sizing: border-box;
  inline-size: 100%;
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  padding: 0.75rem 1rem 1rem;
  display: grid;
  gap: 1rem;
}
.fw-row > legend { float: inline-start; }
.fw-buttons, .fw-send { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.fw-send { gap: 1rem; }
button { font: inherit; cursor: pointer; border-radius: var(--_radius); min-block-size: 1.75rem; max-inline-size: 100%; overflow-wrap: anywhere; }
.fw-small {
  border: 1px solid var(--_border);
  background: var(--_surface);
  color: inherit;
  padding: 0.1875rem 0.625rem;
  font-size: 0.875em;
}
.fw-small:disabled { color: var(--_quiet); border-color: var(--_line); cursor: default; }
.fw-primary {
  border: 1px solid transparent;
  background: var(--_accent);
  color: var(--_on-accent);
  font-weight: 600;
  min-block-size: 2.5rem;
  padding: 0.4375rem 1.25rem;
}
.fw-back {
  border: 1px solid var(--_border);
  background: var(--_surface);
  color: inherit;
  min-block-size: 2.5rem;
  padding: 0.4375rem 1.25rem;
}
.fw-primary[aria-disabled=true] { opacity: 0.7; cursor: progress; }
.fw-why {
  border: 0;
  background: none;
  color: var(--_accent);
  padding: 0 0.25rem;
  font-size: 0.875em;
  text-decoration: underline;
}
.fw-reasons { padding-inline-start: 1.125rem; color: var(--_quiet); font-size: 0.875em; overflow-wrap: anywhere; }
.fw-hidden { color: var(--_quiet); font-size: 0.875em; border-block-start: 1px dashed var(--_line); padding-block-start: 0.25rem; }
.fw-summary {
  border: 1px solid var(--_error);
  border-inline-start-width: 4px;
  border-radius: var(--_radius);
  background: var(--_error-surface);
  padding: 0.875rem 1rem;
  display: grid;
  gap: 0.5rem;
}
.fw-summary h2 { font-size: 1em; }
.fw-summary ul { padding-inline-start: 1.125rem; }
.fw-summary li { padding-block: 0.125rem; }
.fw-summary a { color: var(--_error); }
.fw-outcomes { list-style: none; padding: 0; display: grid; gap: 0.5rem; }
.fw-outcomes li {
  --_own: var(--_info);
  display: flex;
  gap: 0.625rem;
  align-items: baseline;
  padding: 0.625rem 0.875rem;
  border-radius: var(--_radius);
  background: var(--_info-surface);
  overflow-wrap: anywhere;
}
.fw-outcomes [data-severity=warning] { --_own: var(--_warning); background: var(--_warning-surface); }
.fw-outcomes [data-severity=error] { --_own: var(--_error); background: var(--_error-surface); }
.fw-sign { color: var(--_own); font-weight: 700; inline-size: 0.75rem; text-align: center; flex: none; }
.fw-sent { border-radius: var(--_radius); background: var(--_info-surface); padding: 0.875rem 1rem; }
dl { display: grid; gap: 0.5rem; }
.fw-item { display: grid; gap: 0.125rem; }
.fw-item > * { min-inline-size: 0; overflow-wrap: anywhere; }
dt { color: var(--_quiet); font-size: 0.875em; }
.fw-form[data-mode=read] { gap: 0.625rem; }
.fw-form[data-mode=read] .fw-section { display: grid; gap: 0.625rem; margin-block: 0.5rem; }
.fw-unseen {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
@container (min-width: 34rem) {
  .fw-row > .fw-fields { grid-template-columns: 1fr 1fr; align-items: start; }
  .fw-row .fw-field:is([data-type=longText], [data-type=choices], [data-read-only]) { grid-column: 1 / -1; }
  .fw-item { grid-template-columns: 14rem 1fr; gap: 1rem; }
}
@media (forced-colors: active) {
  .fw-field[data-invalid], .fw-list[data-invalid], .fw-summary { border-color: Mark; }
}
}
}`
