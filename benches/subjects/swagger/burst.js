const operations = ["books-getBook", "books-addBook", "members-listMembers", "members-getMember", "loans-listLoans", "loans-addLoan"];
for (let n = 0; n < 10; n++) {
  for (const operation of operations) {
    document.querySelector(`#operations-${operation} .opblock-summary-control`).click();
    await new Promise((done) => setTimeout(done));
  }
}
