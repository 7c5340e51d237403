import { Modal } from '@mantine/core';
import { useEscapeWithin } from '#web/ui/dialogs/use-escape-within.ts';
import '#web/ui/styles/mantine-rest.css';
import { z } from 'zod';
import type { EditableFaqSection } from '#server/domains/content/faq.schema.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { RichTextField } from '#web/ui/rich-text/rich-text-field.tsx';
import classes from '../kit/staff.module.css';
import { addQuestion, addSection, patchQuestion } from './faq-moves.ts';

/** The question or section being edited. The id is null for a new one. */
export type FaqDialogState =
  | { kind: 'question'; id: string | null; sectionId: string }
  | { kind: 'section'; id: string | null };

interface FaqDialogProps {
  state: FaqDialogState | null;
  sections: readonly EditableFaqSection[];
  onChange(sections: EditableFaqSection[]): void;
  onClose(): void;
}

export function FaqDialog({ state, sections, onChange, onClose }: FaqDialogProps) {
  const close = (changed: EditableFaqSection[]) => {
    onChange(changed);
    onClose();
  };
  // Mantine's own handler would also close the dialog when Escape closes the form of a link.
  const root = useEscapeWithin(state !== null, onClose);
  const verb = state?.id === null ? 'Add' : 'Edit';
  return (
    <Modal
      ref={root}
      closeOnEscape={false}
      classNames={{ title: classes.dialogTitle }}
      opened={state !== null}
      onClose={onClose}
      title={state ? `${verb} ${state.kind}` : ''}
      size={state?.kind === 'question' ? 'xl' : 'md'}
    >
      {state?.kind === 'question' ? <QuestionForm state={state} sections={sections} onDone={close} /> : null}
      {state?.kind === 'section' ? <SectionForm state={state} sections={sections} onDone={close} /> : null}
    </Modal>
  );
}

interface FormProps<State> {
  state: State;
  sections: readonly EditableFaqSection[];
  onDone(sections: EditableFaqSection[]): void;
}

const shortText = z.string().trim().min(1, 'Enter at least one word').max(300);
const questionValues = z.object({ question: shortText, html: z.string().min(1, 'Enter an answer') });

function QuestionForm({ state, sections, onDone }: FormProps<FaqDialogState & { kind: 'question' }>) {
  const { id, sectionId } = state;
  const entry = sections.flatMap(({ entries }) => entries).find((other) => other.id === id);
  return (
    <Form
      initial={{ question: entry?.question ?? '', html: entry?.html ?? '' }}
      schema={questionValues}
      onSubmit={async (values) =>
        onDone(id === null ? addQuestion(sections, sectionId, values) : patchQuestion(sections, id, values))
      }
      submitLabel="Done"
    >
      <TextField name="question" label="Question" autoComplete="off" initialFocus />
      <RichTextField
        name="html"
        label="Answer"
        kind="passage"
        description="{price.individual} shows a plan’s price, and {contactHours} shows a setting’s value."
      />
    </Form>
  );
}

const sectionValues = z.object({ title: shortText });

function SectionForm({ state: { id }, sections, onDone }: FormProps<FaqDialogState & { kind: 'section' }>) {
  const title = sections.find((section) => section.id === id)?.title ?? '';
  return (
    <Form
      initial={{ title }}
      schema={sectionValues}
      onSubmit={async (values) =>
        onDone(
          id === null
            ? addSection(sections, values.title)
            : sections.map((section) => (section.id === id ? { ...section, ...values } : section)),
        )
      }
      submitLabel="Done"
    >
      <TextField name="title" label="Title" autoComplete="off" initialFocus />
    </Form>
  );
}
