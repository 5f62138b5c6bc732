/** The last so many of what was put in, in order, however many came. */
export class Ring<T> {
  private items: T[] = [];
  private first = 0;
  /** How many were ever put in. */
  total = 0;

  constructor(readonly capacity: number) {}

  get size(): number {
    return this.items.length;
  }

  push(item: T): void {
    this.total++;
    if (this.items.length < this.capacity) {
      this.items.push(item);
    } else {
      this.items[this.first] = item;
      this.first = (this.first + 1) % this.capacity;
    }
  }

  /** By age: 0 is the oldest that is still there. */
  at(index: number): T | undefined {
    return this.items[(this.first + index) % this.items.length];
  }

  toArray(): T[] {
    return [...this.items.slice(this.first), ...this.items.slice(0, this.first)];
  }

  clear(): void {
    this.items = [];
    this.first = 0;
    this.total = 0;
  }
}
