// Who wants to know of what: topics by name, listeners called in the order they came.

export class Emitter<Topic extends string> {
  private readonly listeners = new Map<Topic, (() => void)[]>();

  on(topics: Topic | Topic[], listener: () => void): void {
    for (const topic of Array.isArray(topics) ? topics : [topics]) {
      this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
    }
  }

  emit(topic: Topic): void {
    for (const listener of this.listeners.get(topic) ?? []) listener();
  }
}
