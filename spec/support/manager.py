"""A small service manager: starts a program with sockets and a notification socket, and tells line by line what comes.

manager.py SOCKETS NOTIFY NAME=VALUE... -- PROGRAM ARGUMENT...

SOCKETS: kinds with commas between them (tcp, tcp6, unix, udp, idle: one that does not listen, file), or "-" for none.
NOTIFY: a path, "@name" for an abstract name, or "-" for none. NAME=VALUE: variables; PID stands for the program's
process. LISTEN_PID and LISTEN_FDS are set where sockets are given. SANDBOX=1 denies the program memory that is both
writable and executable, new privileges and, where it has them, all that root may do; exit 77: this kernel cannot.

Lines: "port N" for each TCP socket, "pid N", "said TEXT" (output and errors), "told STATE" (a notification, its lines
with "|" between them), "exit CODE".
"""
import ctypes
import os
import selectors
import socket
import sys
import tempfile


def say(*words):
    print(*words, flush=True)


def bound(family, kind, address, listens=True):
    made = socket.socket(family, kind)
    made.bind(address)
    if listens:
        made.listen(16)
    return made


HOME = tempfile.mkdtemp()
KINDS = {
    "tcp": lambda: bound(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
    "tcp6": lambda: bound(socket.AF_INET6, socket.SOCK_STREAM, ("::1", 0)),
    "unix": lambda: bound(socket.AF_UNIX, socket.SOCK_STREAM, HOME + "/unix"),
    "udp": lambda: bound(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0), False),
    "idle": lambda: bound(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0), False),
    "file": lambda: open("/dev/null"),
}


PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_SET_MDWE, LAST_CAPABILITY = 24, 38, 65, 40


def confine():
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    for capability in range(LAST_CAPABILITY + 1):
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)  # refused to whoever has none
    if prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or prctl(PR_SET_MDWE, 1, 0, 0, 0):
        os._exit(77)


def start(program, sockets, variables, output):
    pid = os.fork()
    if pid:
        return pid
    if variables.pop("SANDBOX", None):
        confine()
    if sockets:
        variables = {"LISTEN_PID": "PID", "LISTEN_FDS": str(len(sockets)), **variables}
    for name, value in variables.items():
        os.environ[name] = str(os.getpid()) if value == "PID" else value
    high = [os.dup(each.fileno()) for each in sockets]
    high = [os.dup2(fd, 100 + i, inheritable=False) for i, fd in enumerate(high)]
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.closerange(3, 100)
    for i, fd in enumerate(high):
        os.dup2(fd, 3 + i)
    os.execvp(program[0], program)


def main():
    split = sys.argv.index("--")
    kinds, notify, words, program = sys.argv[1], sys.argv[2], sys.argv[3:split], sys.argv[split + 1:]
    sockets = [] if kinds == "-" else [KINDS[kind]() for kind in kinds.split(",")]
    for kind, each in zip(kinds.split(","), sockets):
        if kind.startswith("tcp"):
            say("port", each.getsockname()[1])
    variables = dict(word.split("=", 1) for word in words)
    selector = selectors.DefaultSelector()
    if notify != "-":
        inbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        inbox.bind("\0" + notify[1:] if notify[0] == "@" else notify)
        variables = {"NOTIFY_SOCKET": notify, **variables}
        selector.register(inbox, selectors.EVENT_READ, "told")
    reading, writing = os.pipe()
    selector.register(reading, selectors.EVENT_READ, "said")
    pid = start(program, sockets, variables, writing)
    os.close(writing)
    say("pid", pid)
    rest = ""
    while True:
        # What was said before a notification is told before it.
        for key, _ in sorted(selector.select(), key=lambda found: found[0].data):
            if key.data == "told":
                say("told", inbox.recv(65536).decode().replace("\n", "|"))
                continue
            text = os.read(reading, 65536).decode()
            *lines, rest = (rest + text).split("\n")
            for line in lines:
                say("said", line)
            if not text:
                _, status = os.waitpid(pid, 0)
                say("exit", os.waitstatus_to_exitcode(status))
                return


main()
