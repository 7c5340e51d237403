import { TextInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { toLinkAddress } from './link-address.ts';
import classes from './rich-text.module.css';

interface LinkFormProps {
  editor: Editor;
  id: string;
  hasSiteLinks: boolean;
  onClose(): void;
}

/** Not a `<form>`, because the editor is already inside one. */
export function LinkForm({ editor, id, hasSiteLinks, onClose }: LinkFormProps) {
  const [currentHref] = useState(() => readHref(editor));
  const [address, setAddress] = useState(currentHref);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  function close() {
    onClose();
    editor.commands.focus();
  }

  function applyLink() {
    const href = toLinkAddress(address, hasSiteLinks);
    if (href === null) {
      const example = hasSiteLinks ? '/pricing or https://example.com' : 'https://example.com';
      setError(`Please use an address such as ${example}`);
      input.current?.focus();
      return;
    }
    setLink(editor, href, address.trim());
    close();
  }

  function removeLink() {
    editor.chain().extendMarkRange('link').unsetLink().run();
    close();
  }

  const keyActions = {
    // Keeps a surrounding modal from closing on Escape.
    'data-mantine-stop-propagation': 'true',
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape') close();
      if (event.key !== 'Enter' || event.target !== input.current) return;
      event.preventDefault();
      applyLink();
    },
  };

  return (
    <div className={classes.link}>
      <TextInput
        {...keyActions}
        ref={input}
        id={id}
        label="Link address"
        type={hasSiteLinks ? 'text' : 'url'}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={address}
        error={error}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <div className={classes.linkActions}>
        <Button {...keyActions} variant="secondary" onClick={applyLink}>
          {currentHref === '' ? 'Add link' : 'Change link'}
        </Button>
        {currentHref === '' ? null : (
          <Button {...keyActions} variant="quiet" onClick={removeLink}>
            Remove link
          </Button>
        )}
        <Button {...keyActions} variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function readHref(editor: Editor): string {
  const { href } = editor.getAttributes('link');
  return typeof href === 'string' ? href : '';
}

/** Links the selected text. If nothing is selected, inserts the address as the text. */
function setLink(editor: Editor, href: string, text: string) {
  if (!editor.state.selection.empty || editor.isActive('link')) {
    editor.chain().extendMarkRange('link').setLink({ href }).run();
    return;
  }
  editor.commands.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] });
}
