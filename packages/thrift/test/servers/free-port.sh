# To be sourced: free_port prints a port at which nobody listens, of those that free-port.ts chooses from, for the same reason.
free_port() {
  python3 - <<'END'
import random, socket
while True:
    port = random.randrange(22000, 32000)
    try:
        with socket.socket() as one:
            one.bind(("127.0.0.1", port))
    except OSError:
        continue
    print(port)
    break
END
}
