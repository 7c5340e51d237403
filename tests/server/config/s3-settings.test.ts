import { describe, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import { readConfigError } from '#tests/helpers/settings.ts';

describe('[D51] storage for uploaded files', () => {
  const S3 = {
    S3_REGION: 'eu-central-1',
    S3_BUCKET: 'cards',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'hunter2',
  };

  test('is a bucket if all of its settings are given', () => {
    const ownBucket = {
      region: 'eu-central-1',
      bucket: 'cards',
      accessKeyId: 'id',
      secretAccessKey: 'hunter2',
    };
    expect(loadConfig(S3).s3).toEqual({ ...ownBucket, endpoint: undefined, forcePathStyle: false });
    const withEndpoint = { ...S3, S3_ENDPOINT: 'http://minio:9000', S3_FORCE_PATH_STYLE: '1' };
    expect(loadConfig(withEndpoint).s3).toEqual({
      ...ownBucket,
      endpoint: 'http://minio:9000',
      forcePathStyle: true,
    });
  });

  test.each(Object.keys(S3))('requires %s and reports it without any values', (name) => {
    const line = readConfigError({ ...S3, [name]: undefined });
    expect(line).toContain(name);
    expect(line).not.toContain('hunter2');
  });

  test('refuses an endpoint alone', () => {
    expect(readConfigError({ S3_ENDPOINT: 'https://store.example' })).toContain('S3_BUCKET');
    expect(readConfigError({ S3_FORCE_PATH_STYLE: '1' })).toContain('S3_BUCKET');
  });
});
