// Signing in with a wrong key and the right one, and out.
"use strict";

async function run(visit) {
  const { page } = visit;
  await visit.open("/queue?status=failed");
  visit.equal("/sign-in?next=%2Fqueue%3Fstatus%3Dfailed", visit.path(), "who is not signed in is sent to");
  await visit.see("sign-in");

  visit.expect("403");
  await visit.signIn("cd_0000000000000000000000000000000000000000");
  visit.equal("Sign in", await visit.heading(), "after a wrong key");
  visit.check((await page.getByRole("alert").innerText()).includes("key"), "the alert names the key");
  visit.equal(0, (await page.context().cookies()).length, "cookies after a wrong key");
  await visit.see("wrong-key");

  await visit.signIn();
  visit.equal("/queue?status=failed", visit.path(), "after the right key");
  const [cookie] = await page.context().cookies();
  visit.equal("copydesk", cookie.name, "the cookie's name");
  visit.check(cookie.httpOnly && cookie.sameSite === "Lax", "the cookie is kept from scripts");
  await visit.see("signed-in");

  await page.getByRole("button", { name: "Sign out" }).click();
  visit.equal("You are signed out.", await visit.message(), "after signing out");
  await visit.see("signed-out");
  await visit.open("/queue");
  visit.check(visit.path().startsWith("/sign-in"), "the queue is closed again");
  await page.context().addCookies([cookie]);
  await visit.open("/queue");
  visit.check(visit.path().startsWith("/sign-in"), "the cookie of before opens nothing");
}

module.exports = { run };
