/** What moderators ask of the server. */

import { call } from "./api";

export interface LineSeen { number: number; guest: string; name: string; text: string; seat: number }
export interface ReportSeen {
  id: string;
  at: number;
  reporter: string;
  reporter_name: string;
  about: string;
  name: string;
  room: string;
  game: string;
  match: string;
  reason: string;
  words?: string;
  line?: number;
  lines?: LineSeen[];
  by?: string;
  note?: string;
}
export interface PlayerSeen { name: string; guest: string; bot: string; is_there: boolean }
export interface RoomSeen { room: string; game: string; phase: "gathering" | "playing" | "over"; players: PlayerSeen[]; watchers: number; is_public: boolean; is_standing: boolean; lines: number }
export interface RoomChat { room: string; game: string; phase: string; players: PlayerSeen[]; lines: LineSeen[] }
export interface SanctionSeen { kind: "ban" | "address" | "mute"; key: string; guest: string; reason: string; until: number; by: string; at: number }
export interface Against { guest: string; reason: string; hours: number; address?: boolean }

const at = (path: string) => `/api/moderation/${path}`;
const word = encodeURIComponent;
const LISTS = { ban: "bans", address: "address-bans", mute: "mutes" };

export const moderation = {
  reports: () => call<ReportSeen[]>("GET", at("reports")),
  closeReport: (id: string, reason: string) => call<ReportSeen>("POST", at(`reports/${word(id)}/close`), { reason }),
  rooms: () => call<RoomSeen[]>("GET", at("rooms")),
  chat: (room: string) => call<RoomChat>("GET", at(`rooms/${word(room)}/chat`)),
  closeRoom: (room: string, reason: string) => call<unknown>("POST", at(`rooms/${word(room)}/close`), { reason }),
  sanctions: () => call<SanctionSeen[]>("GET", at("bans")),
  ban: (against: Against) => call<unknown>("POST", at("bans"), against),
  mute: ({ guest, reason, hours }: Against) => call<unknown>("POST", at("mutes"), { guest, reason, hours }),
  lift: (sanction: SanctionSeen) => call<unknown>("DELETE", at(`${LISTS[sanction.kind]}/${word(sanction.key)}`)),
};
