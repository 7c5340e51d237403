import { z } from 'zod';
import { booleanSetting, listMissingFromGroup, urlSetting } from './setting-types.ts';

export const s3Settings = {
  S3_ENDPOINT: urlSetting.optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: booleanSetting.optional(),
};
const environment = z.object(s3Settings);
type S3Environment = z.infer<typeof environment>;

export interface S3Config {
  /** If undefined, Amazon S3. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
}

/** Without this check, setting only S3_ENDPOINT would silently keep the files in the data folder. */
export function listMissingS3Settings(env: S3Environment): string[] {
  const requiredNames = ['S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const hasOtherS3Settings = env.S3_ENDPOINT !== undefined || env.S3_FORCE_PATH_STYLE !== undefined;
  const missingSettings = listMissingFromGroup(env, requiredNames);
  return hasOtherS3Settings && requiredNames.every((name) => env[name] === undefined)
    ? [`${requiredNames.join(', ')} (needed with the other S3 settings)`]
    : missingSettings;
}

export function readS3Config(env: S3Environment): S3Config | undefined {
  if (!env.S3_REGION || !env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY)
    return undefined;
  return {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    forcePathStyle: env.S3_FORCE_PATH_STYLE ?? false,
  };
}
