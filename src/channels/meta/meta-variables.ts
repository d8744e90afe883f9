/** What WhatsApp and Messenger have in common, as both are apps of Meta. */

export const APP_SECRET = {
  pattern: /^[\da-f]{32}$/i,
  origin:
    "Copy its 32 hexadecimal digits from App settings → Basic of your app",
};

export const VERIFY_TOKEN = {
  pattern: /^[\w.-]{1,200}$/,
  origin: "Create one with `openssl rand -hex 32`",
  isOwn: true,
} as const;

export const API_ROOT = "https://graph.facebook.com/v23.0";
