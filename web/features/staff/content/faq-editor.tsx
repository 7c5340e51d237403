import { type ReactNode, useState } from 'react';
import type { EditableFaqSection } from '#server/domains/content/faq.schema.ts';
import { readEditableFaq, writeFaq } from '#server/domains/content/faq-text.shared.ts';
import { StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { type Failure, toFailure } from '#web/lib/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './content.module.css';
import { FaqDialog, type FaqDialogState } from './faq-dialog.tsx';
import { moveQuestion, moveSection, patchQuestion, removeQuestion } from './faq-moves.ts';

export interface TextEditing {
  html: string;
  /** Saves the draft and leaves the editor. */
  save(html: string): Promise<void>;
}

/** Edits the FAQ's sections and questions. Nothing is stored until the draft is saved. */
export function FaqEditor({ editing }: { editing: TextEditing }) {
  const [sections, setSections] = useState(() => readEditableFaq(editing.html));
  const [dialog, setDialog] = useState<FaqDialogState | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function save() {
    setBusy(true);
    setFailure(null);
    try {
      await editing.save(writeFaq(sections));
    } catch (error) {
      setFailure(toFailure(error));
      setBusy(false);
    }
  }

  return (
    <>
      {failure === null ? null : <ErrorBox message={failure.message} focus />}
      {sections.map((section, index) => (
        <Section
          key={section.id}
          section={section}
          sections={sections}
          index={index}
          onChange={setSections}
          onOpen={setDialog}
        />
      ))}
      <div className={classes.saveBar}>
        <Button busy={busy} onClick={() => void save()}>
          Save draft
        </Button>
        <Button variant="secondary" onClick={() => setDialog({ kind: 'section', id: null })}>
          Add section
        </Button>
      </div>
      <FaqDialog state={dialog} sections={sections} onChange={setSections} onClose={() => setDialog(null)} />
    </>
  );
}

interface SectionProps {
  section: EditableFaqSection;
  sections: readonly EditableFaqSection[];
  index: number;
  onChange(sections: EditableFaqSection[]): void;
  onOpen(dialog: FaqDialogState): void;
}

function Section({ section, sections, index, onChange, onOpen }: SectionProps) {
  const { id, title, entries } = section;
  return (
    <StaffSection
      title={title}
      actions={
        <>
          <Tool
            name={title}
            label="Up"
            disabled={index === 0}
            onClick={() => onChange(moveSection(sections, id, -1))}
          />
          <Tool
            name={title}
            label="Down"
            disabled={index === sections.length - 1}
            onClick={() => onChange(moveSection(sections, id, 1))}
          />
          <Tool name={title} label="Rename" onClick={() => onOpen({ kind: 'section', id })} />
          {entries.length > 0 ? null : (
            <Tool
              name={title}
              label="Remove"
              onClick={() => onChange(sections.filter((other) => other.id !== id))}
            />
          )}
          <Button variant="secondary" onClick={() => onOpen({ kind: 'question', id: null, sectionId: id })}>
            Add question<VisuallyHidden> to {title}</VisuallyHidden>
          </Button>
        </>
      }
    >
      <div>
        {entries.map((entry, position) => (
          <div key={entry.id} className={classes.question}>
            <p>
              {entry.question} {entry.isHidden ? <em>(hidden)</em> : null}
            </p>
            <div className={`${layout.tabRow} ${classes.tools}`}>
              <Tool
                name={entry.question}
                label="Up"
                disabled={position === 0 && index === 0}
                onClick={() => onChange(moveQuestion(sections, entry.id, -1))}
              />
              <Tool
                name={entry.question}
                label="Down"
                disabled={position === entries.length - 1 && index === sections.length - 1}
                onClick={() => onChange(moveQuestion(sections, entry.id, 1))}
              />
              <Tool
                name={entry.question}
                label="Edit"
                onClick={() => onOpen({ kind: 'question', id: entry.id, sectionId: id })}
              />
              <Tool
                name={entry.question}
                label={entry.isHidden ? 'Show' : 'Hide'}
                onClick={() => onChange(patchQuestion(sections, entry.id, { isHidden: !entry.isHidden }))}
              />
              <Tool
                name={entry.question}
                label="Remove"
                onClick={() => onChange(removeQuestion(sections, entry.id))}
              />
            </div>
          </div>
        ))}
      </div>
    </StaffSection>
  );
}

interface ToolProps {
  /** Tells screen readers what the button acts on. */
  name: string;
  label: ReactNode;
  disabled?: boolean;
  onClick(): void;
}

function Tool({ name, label, disabled = false, onClick }: ToolProps) {
  return (
    <Button variant="quiet" disabled={disabled} onClick={onClick}>
      {label}
      <VisuallyHidden> “{name}”</VisuallyHidden>
    </Button>
  );
}
