package transport

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"assay/engine/access"
)

// connectTimeout is how long a proxy may take to open a connection, as a server has in the dialer of k6.
const connectTimeout = 30 * time.Second

// errNoAnswer does not say what came in place of an answer: it would count as one of the target.
var errNoAnswer = errors.New("no answer to CONNECT")

// ofMessages returns the choice of the proxies that read and write messages; those that only pass on TLS are chosen by
// throughProxy.
func ofMessages(proxies access.ProxyFunc) access.ProxyFunc {
	if proxies == nil {
		return nil
	}
	return func(r *http.Request) (*url.URL, error) {
		proxy, err := proxies(r)
		if isOurs(proxy) && r.URL.Scheme == "https" {
			return nil, err
		}
		return proxy, err
	}
}

// isOurs returns whether this package connects through a proxy. The environment of a script may name one of another
// scheme, which net/http knows.
func isOurs(proxy *url.URL) bool {
	return proxy != nil && proxy.Scheme == "http"
}

// throughProxy returns dial for connections that TLS protects, through the proxy of each. net/http would do the same,
// but it then secures the connection itself, so that no head is scanned.
func throughProxy(dial dialFunc, proxies access.ProxyFunc, scheme string) dialFunc {
	if proxies == nil {
		return dial
	}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		proxy, err := proxies(&http.Request{URL: &url.URL{Scheme: scheme, Host: address}})
		if err == nil && !isOurs(proxy) {
			return dial(ctx, network, address)
		}
		var conn net.Conn
		if err == nil {
			conn, err = dial(ctx, network, placeOf(proxy))
		}
		if err == nil {
			if err = openTunnel(ctx, conn, address, proxy.User); err != nil {
				_ = conn.Close()
			}
		}
		if err != nil {
			return nil, &net.OpError{Op: "proxyconnect", Net: network, Err: err}
		}
		return conn, nil
	}
}

func placeOf(proxy *url.URL) string {
	if proxy.Port() == "" {
		return net.JoinHostPort(proxy.Hostname(), "80")
	}
	return proxy.Host
}

// openTunnel makes a proxy connect to an address (RFC 9110, 9.3.6).
func openTunnel(ctx context.Context, conn net.Conn, address string, user *url.Userinfo) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Now()) })
	request := &http.Request{
		Method: http.MethodConnect, URL: &url.URL{Opaque: address}, Host: address, Header: http.Header{},
	}
	if user != nil {
		password, _ := user.Password()
		credentials := base64.StdEncoding.EncodeToString([]byte(user.Username() + ":" + password))
		request.Header.Set("Proxy-Authorization", "Basic "+credentials)
	}
	err := request.Write(conn)
	var response *http.Response
	if err == nil {
		response, err = http.ReadResponse(bufio.NewReader(conn), request)
	}
	switch {
	case !stop():
		return ctx.Err()
	case err != nil:
		return errNoAnswer
	case response.StatusCode/100 != 2:
		return fmt.Errorf("%d %s", response.StatusCode, http.StatusText(response.StatusCode))
	default:
		return nil
	}
}
