// Questions to the server, with the answers that came before for when there is none.
const KEPT = "incan_math answers";
const MOST = 80;

export class Refused extends Error {}
export class Offline extends Error {}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) || [];
  } catch {
    return [];
  }
}

/** The last answers about positions: [record, answer] pairs, newest first. */
export function known() {
  return kept();
}

function keep(record, answer) {
  const others = kept().filter(([text]) => text !== record);
  try {
    localStorage.setItem(KEPT, JSON.stringify([[record, answer], ...others].slice(0, MOST)));
  } catch {
    localStorage.removeItem(KEPT);
  }
}

async function send(kind, body, signal, accept) {
  let response;
  try {
    response = await fetch(`api/${kind}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Offline();
  }
  if (!response.ok) throw new Refused((await response.json().catch(() => ({}))).error || response.statusText);
  return response;
}

export async function position(record, signal) {
  const answer = await (await send("position", { record }, signal, "application/json")).json();
  keep(record, answer);
  return answer;
}

export async function editions() {
  try {
    return (await (await fetch("api/editions")).json()).editions;
  } catch {
    throw new Offline();
  }
}

/** The answer to a long question; `told(name, value)` hears how far it is. Abort the signal, and the server stops. */
export async function solve(kind, body, signal, told) {
  const response = await send(kind, body, signal, "text/event-stream");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Offline();
      text += value;
      const events = text.split("\n\n");
      text = events.pop();
      for (const event of events) {
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(event);
        const parsed = JSON.parse(data);
        if (name === "answer") return parsed;
        if (parsed.error) throw new Refused(parsed.error);
        told(name, parsed);
      }
    }
  } catch (error) {
    if (error instanceof TypeError) throw new Offline();
    throw error;
  }
}
