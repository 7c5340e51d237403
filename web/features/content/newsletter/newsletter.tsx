import { type FormEvent, useState } from 'react';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { Honeypot, useSpamProtection } from '../spam-protection.tsx';
import classes from './newsletter.module.css';

/** Only the server validates the address. */
export function Newsletter() {
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');
  const subscription = trpc.content.subscribe.useMutation();
  const { preloadToken, send, honeypot } = useSpamProtection({ waitsBeforeSending: true });
  const [busy, setBusy] = useState(false);

  async function subscribe(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setMessage('');
    try {
      const isSubscribed = await send((antiSpam) => subscription.mutateAsync({ email, ...antiSpam }));
      if (isSubscribed) setEmail('');
      setMessage(isSubscribed ? 'Thank you for subscribing!' : NOT_SUBSCRIBED);
    } catch (error) {
      setMessage(toFailure(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={classes.box} aria-labelledby="newsletter-title">
      <h2 id="newsletter-title">News Letter</h2>
      <p>News about the card and the businesses that honor it.</p>
      <form method="dialog" noValidate onSubmit={(event) => void subscribe(event)}>
        <label htmlFor="newsletter-email">Email</label>
        <div className={layout.row}>
          <input
            id="newsletter-email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={320}
            value={email}
            onFocus={preloadToken}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" busy={busy}>
            Subscribe
          </Button>
        </div>
        <Honeypot honeypot={honeypot} />
        {/* Always rendered, so that screen readers announce changes and the layout doesn't shift. */}
        <p role="status">{message}</p>
      </form>
    </section>
  );
}

const NOT_SUBSCRIBED = 'We couldn’t add that address. Please check it and try again.';
