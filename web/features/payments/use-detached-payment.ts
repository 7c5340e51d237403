import { useEffect, useRef } from 'react';

/**
 * Returns a function that runs a payment. If its dialog is closed in the meantime, a box on the page shows
 * that the payment is still running, and how it ended.
 */
export function useDetachedPayment(): <T>(payment: Promise<T>) => Promise<T> {
  const running = useRef<Promise<unknown> | null>(null);
  useEffect(
    () => () => {
      const payment = running.current;
      if (payment)
        void import('./detached-payment.tsx').then(({ showDetachedPayment }) => showDetachedPayment(payment));
    },
    [],
  );
  return async (payment) => {
    running.current = payment;
    try {
      return await payment;
    } finally {
      running.current = null;
    }
  };
}
