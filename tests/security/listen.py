# listen.py DIR: listens on DIR/socket, on the abstract name of that path, and on loopback; writes the port to DIR/port.
# Each connection leaves the file DIR/harm.  Ends when standard input does.
import os, select, socket, sys

folder = sys.argv[1]
doors = []
for family, address in ((socket.AF_UNIX, folder + "/socket"), (socket.AF_UNIX, "\0" + folder + "/socket"),
                        (socket.AF_INET, ("127.0.0.1", 0))):
    door = socket.socket(family, socket.SOCK_STREAM)
    door.bind(address)
    door.listen()
    doors.append(door)
os.chmod(folder + "/socket", 0o777)
with open(folder + "/port.new", "w") as out:
    out.write(str(doors[2].getsockname()[1]))
os.rename(folder + "/port.new", folder + "/port")
while True:
    ready = select.select(doors + [sys.stdin], [], [])[0]
    if sys.stdin in ready:
        break
    for door in ready:
        door.accept()[0].close()
        open(folder + "/harm", "w").close()
