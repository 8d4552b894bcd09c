"use strict";

const schema = (name) => ({ $ref: `#/components/schemas/${name}` });
const json = (content) => ({ "application/json": { schema: content } });
const text = { type: "string" };
const number = { type: "integer" };
const inPath = { name: "id", in: "path", required: true, schema: number };
const inQuery = (name, kind) => ({ name, in: "query", schema: kind });

function operation(tag, operationId, answer, { parameters = [], body } = {}) {
  const responses = { 200: { description: "Done", content: json(answer) }, 404: { description: "Not found" } };
  const asked = body && { requestBody: { required: true, content: json(body) } };
  return { tags: [tag], operationId, summary: operationId, parameters, responses, ...asked };
}

const list = (name) => ({ type: "array", items: schema(name) });

window.ui = SwaggerUIBundle({
  dom_id: "#api",
  deepLinking: false,
  filter: true,
  validatorUrl: null,
  spec: {
    openapi: "3.0.3",
    info: { title: "Library", version: "1.0.0", description: "Books, members and loans." },
    servers: [{ url: "/" }],
    tags: [{ name: "books" }, { name: "members" }, { name: "loans" }],
    paths: {
      "/books.json": {
        get: operation("books", "listBooks", list("Book"), { parameters: [inQuery("author", text), inQuery("limit", number)] }),
        post: operation("books", "addBook", schema("Book"), { body: schema("Book") }),
      },
      "/books/{id}": {
        get: operation("books", "getBook", schema("Book"), { parameters: [inPath] }),
        put: operation("books", "changeBook", schema("Book"), { parameters: [inPath], body: schema("Book") }),
        delete: operation("books", "removeBook", schema("Book"), { parameters: [inPath] }),
      },
      "/members": {
        get: operation("members", "listMembers", list("Member"), { parameters: [inQuery("name", text)] }),
        post: operation("members", "addMember", schema("Member"), { body: schema("Member") }),
      },
      "/members/{id}": { get: operation("members", "getMember", schema("Member"), { parameters: [inPath] }) },
      "/loans": {
        get: operation("loans", "listLoans", list("Loan"), { parameters: [inQuery("due", text)] }),
        post: operation("loans", "addLoan", schema("Loan"), { body: schema("Loan") }),
      },
    },
    components: {
      schemas: {
        Book: { type: "object", required: ["title"], properties: { id: number, title: text, author: text, year: number } },
        Member: { type: "object", properties: { id: number, name: text, since: { type: "string", format: "date" } } },
        Loan: { type: "object", properties: { book: schema("Book"), member: schema("Member"), due: { type: "string", format: "date" } } },
      },
    },
  },
});
