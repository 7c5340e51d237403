/**
 * The service didn't respond, or responded that it is out of order. It did not reject this particular call.
 */
export class ServiceUnavailable extends Error {
  readonly service: 'mail server' | 'file store';

  constructor(service: 'mail server' | 'file store', cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.service = service;
  }
}
