import { TextInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { type ReactNode, useState } from 'react';
import classes from './signature.module.css';
import { renderName } from './signature-image.ts';

const MAX_NAME_LENGTH = 60;

interface TypedSignatureProps {
  invalid: boolean;
  onChange(image: string): void;
  /** Shown directly below the signature. */
  errorText: ReactNode;
}

/** Lets people who can't draw a signature type their name. */
export function TypedSignature({ invalid, onChange, errorText }: TypedSignatureProps) {
  const [name, setName] = useState('');
  const [image, setImage] = useState('');

  function changeName(newName: string) {
    const image = renderName(newName);
    setName(newName);
    setImage(image);
    onChange(image);
  }

  return (
    <>
      <div className={classes.sheet}>
        {image === '' ? null : <img src={image} alt={`${name.trim()}, as a handwritten signature`} />}
      </div>
      {errorText}
      <TextInput
        label="Your full name, as your signature"
        value={name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
        aria-invalid={invalid || undefined}
        data-signs
        onChange={(event) => changeName(event.currentTarget.value)}
      />
    </>
  );
}
