/** As much of a browser's document as Preact and Temml draw on. */
export class BrowserDocument {
  readonly compatMode = "CSS1Compat";
  readonly documentElement = new BrowserElement("html");
  readonly body = new BrowserElement("body");
  readonly styleSheets = [];
  readonly visibilityState = "visible";
  /** The contents of `<meta>` elements, by their selectors. */
  readonly metas: Readonly<Record<string, unknown>>;

  constructor(metas: Readonly<Record<string, unknown>> = {}) {
    this.metas = metas;
  }

  createElement(name: string): BrowserElement {
    return new BrowserElement(name);
  }

  createElementNS(namespace: string, name: string): BrowserElement {
    return new BrowserElement(name, namespace);
  }

  createTextNode(data: string | number): BrowserText {
    return new BrowserText(data);
  }

  createDocumentFragment(): BrowserElement {
    return new BrowserElement("");
  }

  getElementById(id: string): BrowserElement | null {
    return this.body.find((one) => one.getAttribute("id") === id) ?? null;
  }

  querySelector(selector: string) {
    const content = this.metas[selector];
    return content === undefined
      ? null
      : { getAttribute: () => JSON.stringify(content) };
  }

  querySelectorAll(): readonly [] {
    return [];
  }

  addEventListener(): void {}
  removeEventListener(): void {}
}

abstract class BrowserNode {
  parentNode: BrowserElement | null = null;

  abstract get outerHTML(): string;

  get nextSibling(): BrowserNode | null {
    const around = this.parentNode?.childNodes ?? [];
    return around[around.indexOf(this) + 1] ?? null;
  }

  remove(): void {
    const around = this.parentNode?.childNodes ?? [];
    if (this.parentNode !== null) around.splice(around.indexOf(this), 1);
    this.parentNode = null;
  }
}

export class BrowserText extends BrowserNode {
  readonly nodeType = 3;
  data: string | number;

  constructor(data: string | number) {
    super();
    this.data = data;
  }

  override get outerHTML(): string {
    return `${this.data}`.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  }
}

type Listener = (this: BrowserElement, event: object) => void;

export class BrowserElement extends BrowserNode {
  readonly nodeType = 1;
  readonly localName: string;
  readonly namespaceURI: string;
  readonly childNodes: BrowserNode[] = [];
  readonly style = {};
  /** Of boxes to write in. */
  value = "";
  readonly #attributes = new Map<string, string>();
  readonly #listeners = new Map<string, Listener>();

  constructor(name: string, namespace = "http://www.w3.org/1999/xhtml") {
    super();
    this.localName = name;
    this.namespaceURI = namespace;
  }

  get tagName(): string {
    return this.localName.toUpperCase();
  }

  set className(classes: string) {
    this.setAttribute("class", classes);
  }

  get firstChild(): BrowserNode | null {
    return this.childNodes[0] ?? null;
  }

  get children(): readonly BrowserElement[] {
    return this.childNodes.filter((node) => node instanceof BrowserElement);
  }

  get firstElementChild(): BrowserElement | null {
    return this.children[0] ?? null;
  }

  get innerHTML(): string {
    return this.childNodes.map((node) => node.outerHTML).join("");
  }

  override get outerHTML(): string {
    const attributes = [...this.#attributes].map(
      ([name, value]) => ` ${name}="${value}"`,
    );
    const tag = this.localName;
    return `<${tag}${attributes.join("")}>${this.innerHTML}</${tag}>`;
  }

  insertBefore(node: BrowserNode, next: BrowserNode | null): void {
    node.remove();
    const place = next === null ? -1 : this.childNodes.indexOf(next);
    const at = place < 0 ? this.childNodes.length : place;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
  }

  appendChild(node: BrowserNode): void {
    const isFragment = node instanceof BrowserElement && node.localName === "";
    this.append(...(isFragment ? node.childNodes : [node]));
  }

  append(...nodes: readonly BrowserNode[]): void {
    for (const node of nodes) this.insertBefore(node, null);
  }

  getAttributeNames(): readonly string[] {
    return [...this.#attributes.keys()];
  }

  getAttribute(name: string): string | undefined {
    return this.#attributes.get(name);
  }

  setAttribute(name: string, value: unknown): void {
    this.#attributes.set(name, String(value));
  }

  removeAttribute(name: string): void {
    this.#attributes.delete(name);
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, listener);
  }

  removeEventListener(type: string): void {
    this.#listeners.delete(type);
  }

  /** Does not reach the elements around this one. */
  fire(type: string, event: object = {}): void {
    const ignored = { preventDefault() {}, stopPropagation() {} };
    const own = { type, currentTarget: this, ...ignored, ...event };
    this.#listeners.get(type)?.call(this, own);
  }

  find(is: (one: BrowserElement) => boolean): BrowserElement | undefined {
    return is(this)
      ? this
      : this.children.map((child) => child.find(is)).find(Boolean);
  }

  focus(): void {}
  select(): void {}
  showModal(): void {}
  close(): void {}
  hidePopover(): void {}
}
