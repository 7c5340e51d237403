import { TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { linkAddress } from './link-address.ts';
import classes from './rich-text.module.css';

interface LinkFormProps {
  editor: Editor;
  id: string;
  onClose(): void;
}

/** Asks where the marked words lead. No form of its own: it stands inside one. */
export function LinkForm({ editor, id, onClose }: LinkFormProps) {
  const [present] = useState(() => hrefOf(editor));
  const [typed, setTyped] = useState(present);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  function close() {
    onClose();
    editor.commands.focus();
  }

  function apply() {
    const href = linkAddress(typed);
    if (href === null) {
      setError('Please use an address such as https://example.com');
      input.current?.focus();
      return;
    }
    setLink(editor, href, typed.trim());
    close();
  }

  function remove() {
    editor.chain().extendMarkRange('link').unsetLink().run();
    close();
  }

  const keys = {
    // Read by the modal around it, which would close as well.
    'data-mantine-stop-propagation': 'true',
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape') close();
      if (event.key !== 'Enter' || event.target !== input.current) return;
      event.preventDefault();
      apply();
    },
  };

  return (
    <div className={classes.link}>
      <TextInput
        {...keys}
        ref={input}
        id={id}
        label="Link address"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={classes.linkActions}>
        <Button {...keys} variant="secondary" onClick={apply}>
          {present === '' ? 'Add link' : 'Change link'}
        </Button>
        {present === '' ? null : (
          <Button {...keys} variant="quiet" onClick={remove}>
            Remove link
          </Button>
        )}
        <Button {...keys} variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function hrefOf(editor: Editor): string {
  const { href } = editor.getAttributes('link');
  return typeof href === 'string' ? href : '';
}

/** Where no words are marked the address itself becomes the link. */
function setLink(editor: Editor, href: string, text: string) {
  if (!editor.state.selection.empty || editor.isActive('link')) {
    editor.chain().extendMarkRange('link').setLink({ href }).run();
    return;
  }
  editor.commands.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] });
}
