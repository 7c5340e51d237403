/** A service did not answer, or only to say that it is out of order. It never refused this call in particular. */
export class ServiceUnavailable extends Error {
  readonly service: 'mail server' | 'file store';

  constructor(service: 'mail server' | 'file store', cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.service = service;
  }
}
